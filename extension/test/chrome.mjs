/** The browser's API as far as the tests need it: two storage areas and alarms. */
function area(content) {
  return {
    get: async (key) => ({ [key]: structuredClone(content[key]) }),
    set: async (values) => {
      Object.assign(content, structuredClone(values));
    },
    remove: async (keys) => [keys].flat().forEach((key) => delete content[key]),
  };
}

/** Installs `chrome` and returns what is in its storage, what the badge shows and when the alarm rings. */
export function installChrome(local = {}) {
  const stored = { local, session: {}, badge: "", alarms: {}, access: [] };
  const of = (name) => ({
    ...area(stored[name]),
    setAccessLevel: async ({ accessLevel }) => {
      stored.access.push(`${name} ${accessLevel}`);
    },
  });
  globalThis.chrome = {
    storage: { local: of("local"), session: of("session") },
    alarms: {
      create: async (name, alarm) => {
        stored.alarms[name] = alarm;
      },
      clear: async (name) => {
        delete stored.alarms[name];
      },
    },
    action: {
      setBadgeText: async ({ text }) => {
        stored.badge = text;
      },
      setBadgeBackgroundColor: async () => {},
    },
    i18n: { getMessage: (key, values) => [key, ...values].join("|") },
  };
  return stored;
}

export const TOKEN = "svc_07ELSZgnu18FMTahov29GNUbipw3AH0Cfmem";

/** A connection as it is stored. */
export const connectionTo = (server, id, name = `Person ${id}`) => ({
  server,
  token: TOKEN,
  person: { id, name },
  cabinets: ["K1 (Agent)"],
});
