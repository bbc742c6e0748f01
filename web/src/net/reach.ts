// Who can come to an address.

/** Whether the address leads every device to itself: nobody else comes by it. */
export function onlyHere(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
