/** Which tab the person clicked on. */
export async function tabToRead() {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab;
}
