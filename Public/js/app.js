// Boot. One module per behaviour; every page works without any of them.
import "./commands.js"
import "./forms.js"
import "./live.js"
import "./toasts.js"
import "./drafts.js"
import "./uploads.js"
import "./work.js"
import "./desk.js"
import "./search.js"
import "./sheet.js"
import "./register.js"
import "./gradebook.js"
import "./whatif.js"
import "./quiz.js"
import "./builder.js"
import "./outline.js"
import "./hotkeys.js"
import "./times.js"
import "./copy.js"
import "./print.js"
import "./scan.js"
import "./signout.js"
import "./player.js"
import "./autosave.js"
import "./writing.js"
import "./messages.js"
import "./prefetch.js"

// .js-only controls may show themselves now
document.documentElement.dataset.js = ""
// A page turn the browser cannot animate (after a form, say) is simply a page turn, and no error.
for (const moment of ["pageswap", "pagereveal"])
  addEventListener(moment, ({ viewTransition: turn }) => { for (const part of ["ready", "finished", "updateCallbackDone"]) turn?.[part]?.catch(() => {}) })
