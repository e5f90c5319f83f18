// Boot: what every page has, one module per behaviour. What only some pages need is named by those pages (scripts.js); every
// page works without any of them.
import "./commands.js"
import "./speak.js"
import "./forms.js"
import "./live.js"
import "./toasts.js"
import "./taken.js"
import "./outbox.js"
import "./hotkeys.js"
import "./tabs.js"
import "./times.js"
import "./badge.js"
import "./device.js"
import "./signout.js"

// A page turn the browser cannot animate (after a form, say) is simply a page turn, and no error. Only the page that is left has its
// picture taken (motion.css); it may come back as it was.
const { dataset } = document.documentElement
for (const moment of ["pageswap", "pagereveal"])
  addEventListener(moment, ({ viewTransition: turn }) => { for (const part of ["ready", "finished", "updateCallbackDone"]) turn?.[part]?.catch(() => {}) })
addEventListener("pageswap", () => { dataset.leaving = "" })
addEventListener("pageshow", () => { delete dataset.leaving })
