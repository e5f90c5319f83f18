enum StubOfficeHomeTests {}
