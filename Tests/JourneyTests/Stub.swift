enum StubJourneyT {}
