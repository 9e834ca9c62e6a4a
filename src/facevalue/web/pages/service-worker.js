// Keeps the exported pages for use without a network. `files.js` is written by
// `facevalue serve --export`; a new version of it makes the browser fetch everything again.

importScripts("files.js");

const CACHE = `facevalue ${self.VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(self.FILES))
      .then(() => self.skipWaiting()),
  );
});

async function forgetOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith("facevalue ") && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  // A page's question stands in its address and does not change its file.
  const found = caches.match(event.request, { ignoreSearch: true });
  event.respondWith(found.then((kept) => kept ?? fetch(event.request)));
});
