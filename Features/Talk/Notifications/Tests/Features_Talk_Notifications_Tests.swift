enum StubTalkNotificationsTests {}
