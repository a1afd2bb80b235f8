/** The parts of a bench. If one fails, the figures of the others are kept. */
import type { Section } from './report.ts'

export class Parts {
	readonly sections: Section[] = []
	failed = false
	readonly #wanted: ReadonlySet<string>
	readonly #say: (text: string) => void

	constructor(wanted: ReadonlySet<string>, say: (text: string) => void) {
		this.#wanted = wanted
		this.#say = say
	}

	/** Measures the part if it is selected. Never rejects. */
	async part(name: string, what: string, work: () => Promise<readonly Section[]>): Promise<void> {
		if (!this.#wanted.has(name)) return
		this.#say(`${what} …`)
		await this.attempt(name, async () => {
			this.sections.push(...(await work()))
		})
	}

	/** Prepares what several parts need. Never rejects. */
	async attempt(name: string, work: () => Promise<void>): Promise<void> {
		try {
			await work()
		} catch (error) {
			this.failed = true
			this.#say(`${name} failed: ${error instanceof Error ? error.stack : String(error)}`)
		}
	}
}
