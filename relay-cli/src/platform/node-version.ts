/** Checks whether this Node can run the relay, before anything fails with a cryptic error. Pure. */
import packageJson from '../../package.json' with { type: 'json' }

/** The minimum, from the package's own `engines` (`>=22.13`). */
const NEEDED = packageJson.engines.node.replace('>=', '')

const numbers = (version: string): number[] => version.replace(/^v/, '').split('.').map(Number)

/** @returns what to do, or null if `version` is recent enough */
export function whyNodeIsTooOld(version: string): string | null {
	const [major = 0, minor = 0] = numbers(version)
	const [leastMajor = 0, leastMinor = 0] = numbers(NEEDED)
	if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return null
	return (
		`The relay needs Node ${NEEDED} or newer; this is ${version}. ` +
		'In your clone of Fairlead, "npm ci" installs one and "npm run fairlead -- up" uses it. ' +
		'Otherwise, install a newer Node from https://nodejs.org.'
	)
}
