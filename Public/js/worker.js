// The service worker: what a push says, and a page of ours when there is no line. Registered where somebody needs it.
const policy = "serviceWorker" in navigator
  && (globalThis.trustedTypes?.createPolicy("worker", { createScriptURL: url => url === "/sw.js" ? url : "" }) ?? { createScriptURL: url => url })

export const register = () => navigator.serviceWorker.register(policy.createScriptURL("/sw.js"))
