// <input data-own-today=hour>: knows the day on this device's clock, where days begin at that hour.
function today(field) {
  const now = new Date()
  if (now.getHours() < Number(field.dataset.ownToday)) now.setDate(now.getDate() - 1)
  field.value = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, "0")).join("-")
}
const days = () => { for (const field of document.querySelectorAll("input[data-own-today]")) today(field) }
document.addEventListener("stream:applied", days)
days()
