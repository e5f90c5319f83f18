public import Router

// Hummingbird has types of these names, too, and the ledger an upload of its own: in this module they are ours.
public typealias Request = Router.Request
public typealias Response = Router.Response
typealias Upload = Router.Upload
