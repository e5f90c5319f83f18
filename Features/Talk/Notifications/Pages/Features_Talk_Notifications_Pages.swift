enum StubTalkNotificationsPages {}
