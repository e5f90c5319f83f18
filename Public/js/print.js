// <button data-print>: opens the browser's own sheet for printing. Such buttons are .js-only; the browser's menu does the same.
document.addEventListener("click", event => { if (event.target.closest?.("button[data-print]")) print() })
