/**
 * The newest version of the relay that its servers know. They tell it with the hello that is sent anyway: nothing
 * else is asked, least of all a package registry, on which the relay is not. FAIRLEAD_NO_UPDATE_NOTICE turns it off.
 */
import { isNewer } from '../platform/version.ts'

export class NewestVersion {
	readonly #own: string
	readonly #notice: (version: string) => void
	readonly #off: boolean
	#version: string | null = null

	/** `notice` is called once for each newer version. */
	constructor(
		own: string,
		notice: (version: string) => void,
		env: NodeJS.ProcessEnv = process.env,
	) {
		this.#own = own
		this.#notice = notice
		this.#off = Boolean(env['FAIRLEAD_NO_UPDATE_NOTICE'])
	}

	/** The newest version that is known; null: this relay's own. */
	get version(): string | null {
		return this.#version
	}

	told(version: string): void {
		if (this.#off || !isNewer(version, this.#version ?? this.#own)) return
		this.#version = version
		this.#notice(version)
	}
}
