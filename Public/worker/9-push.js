// Shows what a push says and leads on to it. Every word comes from the server, in the reader's language; what it is about
// stands behind the path, for who signs in.
addEventListener("push", event => {
  let said = {}
  try { said = event.data?.json() ?? {} } catch { /* not ours: it still has to be shown, without words */ }
  const { title = location.host, body = "", path = "/notifications", tag, language, direction, unread } = said
  event.waitUntil(Promise.all([
    registration.showNotification(title, { body, tag, lang: language, dir: direction ?? "auto", icon: "/favicon.svg", data: { path } }),
    // how many wait, on the icon of who has installed it; a browser without icons has nothing to show
    Number.isInteger(unread) ? navigator.setAppBadge?.(unread)?.catch(() => {}) : undefined,
  ]))
})

addEventListener("notificationclick", event => {
  event.notification.close()
  const url = new URL(event.notification.data?.path ?? "/notifications", location.origin)
  if (url.origin !== location.origin) return
  event.waitUntil((async () => {
    // one that shows something else may have words or files in it: it is left alone
    const open = (await clients.matchAll({ type: "window" })).find(one => one.url.split("#")[0] === url.href.split("#")[0])
    return open ? open.focus() : clients.openWindow(url)
  })())
})
