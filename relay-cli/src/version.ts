import packageJson from '../package.json' with { type: 'json' }

/** The relay's version, as published. */
export const RELAY_VERSION: string = packageJson.version
