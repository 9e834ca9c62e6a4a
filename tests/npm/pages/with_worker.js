// A page with a worker.
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });

worker.addEventListener("message", ({ data }) => (document.body.textContent = JSON.stringify(data)));
