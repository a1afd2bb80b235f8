/** The fake `unity` as tests see it: what it does wrong, and what it was asked to open. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Misdeed } from './fake-unity-cli.ts'

interface Opened {
	readonly pid: number
	readonly project: string
	readonly env: readonly string[]
}

export class FakeUnity {
	/** Path of the program; for FAIRLEAD_UNITY_CLI. */
	readonly command: string
	/** Variables that the environment of the command needs. */
	readonly env: Readonly<Record<string, string>>
	readonly #folder: string

	constructor(parent: string) {
		this.#folder = join(parent, 'fake-unity')
		mkdirSync(this.#folder, { recursive: true })
		this.command = join(this.#folder, 'unity')
		const program = join(import.meta.dirname, 'fake-unity-cli.ts')
		writeFileSync(this.command, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
		chmodSync(this.command, 0o755)
		this.env = { FAIRLEAD_UNITY_CLI: this.command, FAKE_UNITY: this.#folder }
	}

	/** From now on. */
	misbehaves(misdeed: Misdeed): void {
		writeFileSync(join(this.#folder, 'misdeed.json'), JSON.stringify(misdeed))
	}

	/** Calls of `unity open`. */
	opened(): Opened[] {
		const path = join(this.#folder, 'opened.ndjson')
		if (!existsSync(path)) return []
		const lines = readFileSync(path, 'utf8').trim().split('\n')
		return lines.map((line) => JSON.parse(line) as Opened)
	}
}
