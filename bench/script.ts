/** A script of `bench/processes/` in a process of its own. */
import { join } from 'node:path'
import { Child } from '../scripts/children.ts'

export class Script {
	readonly #child: Child
	#output = ''
	#said: () => void = () => undefined

	/** @param name of the file, without `.ts` */
	constructor(name: string, args: readonly string[]) {
		this.#child = new Child({
			name,
			file: join(import.meta.dirname, 'processes', `${name}.ts`),
			args,
			env: process.env,
			onOutput: (text) => {
				this.#output += text
				this.#said()
			},
		})
		void this.#child.exited.then(() => this.#said())
	}

	get pid(): number | undefined {
		return this.#child.pid
	}

	/** The rest of the first line that begins with this word. Rejects if the script ends without it. */
	async says(word: string): Promise<string> {
		for (;;) {
			const line = this.#output.split('\n').find((one) => one.startsWith(word))
			if (line !== undefined) return line.slice(word.length).trim()
			if (!this.#child.running) throw new Error(`The script ended: ${this.#output}`)
			await new Promise<void>((resolve) => {
				this.#said = resolve
			})
		}
	}

	async end(): Promise<void> {
		await this.#child.end()
	}
}
