/** What the shop sells. */
export const products = [
  'Fjell 45 backpack',
  'Tarn rain jacket',
  'Ridge trail shoes',
  'Kestrel two-person tent',
  'Alder fleece',
  'Bothy sleeping bag',
  'Cairn trekking poles',
  'Lumen head torch',
  'Moor wool socks',
  'Skye down vest',
] as const;

/** Countries the shop delivers to, with their locale and currency. */
export const markets = [
  { country: 'Germany', locale: 'de-DE', currency: 'EUR' },
  { country: 'France', locale: 'fr-FR', currency: 'EUR' },
  { country: 'Poland', locale: 'pl-PL', currency: 'PLN' },
  { country: 'Switzerland', locale: 'de-CH', currency: 'CHF' },
  { country: 'Sweden', locale: 'sv-SE', currency: 'SEK' },
  { country: 'United Kingdom', locale: 'en-GB', currency: 'GBP' },
] as const;

/** Names that are hard to spell, and to search for. */
export const accented = ['Müller', 'Łukasz', 'Søren', 'Çelik', 'Nguyễn', 'Peña', 'Žižek'] as const;

/** Reports of the dashboard. */
export const reports = ['Revenue', 'Churn', 'Active accounts', 'Conversion', 'Retention', 'Support load'] as const;

/** Time zones, in which midnight is elsewhere. */
export const zones = [
  'America/New_York',
  'Asia/Tokyo',
  'Australia/Sydney',
  'America/Sao_Paulo',
  'Europe/Lisbon',
] as const;
