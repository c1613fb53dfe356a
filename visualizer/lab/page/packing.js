// A text in an address: compressed, in the letters of base 64 that need no escape.
const MOST = 200_000; // letters of a solver that a link may bring

export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Return a packed text. Rejects with the sentence to show. */
export async function unpacked(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
    let found = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      found += part.value;
      if (found.length > MOST) throw new Error("too long"); // a few letters can stand for very many
    }
    return found;
  } catch {
    throw new Error("The solver in this link cannot be read: part of the link may be missing.");
  }
}
