/** The fake `unity` as tests see it: which editors it reaches, what it does wrong, and what it was asked. */
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Misdeed } from './fake-unity-cli.ts'

export interface Instance {
	readonly project: string
	readonly state?: string
	readonly pid?: number
	readonly frameCount?: number
}

/** The pid of a process that lives as long as the test: the test's own. */
const ALIVE = process.pid

export class FakeUnity {
	/** Path of the program; for FAIRLEAD_UNITY_CLI. */
	readonly command: string
	/** For the environment of the relay. */
	readonly env: Readonly<Record<string, string>>
	readonly #folder: string

	constructor(parent: string) {
		this.#folder = join(parent, 'fake-unity')
		mkdirSync(this.#folder, { recursive: true })
		this.command = join(this.#folder, 'unity')
		const program = join(import.meta.dirname, 'fake-unity-cli.ts')
		// A relay gives it no NODE_ variables: the program is named by its path.
		writeFileSync(this.command, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
		chmodSync(this.command, 0o755)
		this.env = { FAIRLEAD_UNITY_CLI: this.command, FAKE_UNITY: this.#folder }
	}

	/** The project's manifest names the package, which Unity took from `source`. */
	install(project: string, source = 'registry'): void {
		const manifest = { dependencies: { 'com.unity.pipeline': '0.6.0-exp.1' } }
		mkdirSync(join(project, 'Packages'), { recursive: true })
		writeFileSync(join(project, 'Packages', 'manifest.json'), JSON.stringify(manifest))
		const url = 'https://packages.unity.com'
		const lock = { dependencies: { 'com.unity.pipeline': { version: '0.6.0-exp.1', source, url } } }
		writeFileSync(join(project, 'Packages', 'packages-lock.json'), JSON.stringify(lock))
	}

	/** Its commands are grouped from now on, as since version 0.9. */
	groupsCommands(): void {
		writeFileSync(join(this.#folder, 'grouped'), '')
	}

	/** Only `list` lists its commands from now on, each with a group that is no part of its name, as in 0.3 and 0.4. */
	classesCommands(): void {
		writeFileSync(join(this.#folder, 'classed'), '')
	}

	/** These editors are what `unity status` lists from now on. */
	running(...instances: readonly Instance[]): void {
		const listed = instances.map((one, index) => ({
			port: 7800 + index,
			state: 'ready',
			version: '6000.3.0f1',
			pid: ALIVE,
			...one,
		}))
		this.#write('instances.json', listed)
	}

	misbehaves(...misdeeds: readonly Misdeed[]): void {
		this.#write('misdeeds.json', misdeeds)
	}

	offers(catalog: readonly unknown[]): void {
		this.#write('catalog.json', catalog)
	}

	/** Names of the commands that the editor carried out, in order. */
	executed(): string[] {
		return this.#lines('ledger.ndjson').map((one) => String(one['name']))
	}

	ledger(): Record<string, unknown>[] {
		return this.#lines('ledger.ndjson')
	}

	asked(): { pid: number; argv: string[] }[] {
		return this.#lines('asked.ndjson') as never
	}

	starts(): { pid: number; argv: string[]; env: string[] }[] {
		return this.#lines('starts.ndjson') as never
	}

	/** Calls of `unity open`. */
	opened(): { pid: number; project: string; env: string[] }[] {
		return this.#lines('opened.ndjson') as never
	}

	/** Pids of the processes that it started itself. */
	children(): number[] {
		return this.#lines('children.ndjson').map((one) => Number(one['pid']))
	}

	remove(): void {
		rmSync(this.#folder, { recursive: true, force: true })
	}

	#write(name: string, what: unknown): void {
		// The fake never sees half a file.
		const path = join(this.#folder, name)
		writeFileSync(`${path}.new`, JSON.stringify(what))
		renameSync(`${path}.new`, path)
	}

	#lines(name: string): Record<string, unknown>[] {
		const path = join(this.#folder, name)
		if (!existsSync(path)) return []
		const text = readFileSync(path, 'utf8')
		// The last line may be half written.
		return text
			.slice(0, text.lastIndexOf('\n') + 1)
			.split('\n')
			.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]))
	}
}

/** A killed process stays in the table until its parent, or init, looks at it. */
export function hasEnded(pid: number): boolean {
	try {
		process.kill(pid, 0)
	} catch {
		return true
	}
	const stat = `/proc/${pid}/stat`
	return existsSync(stat) && readFileSync(stat, 'utf8').includes(') Z ')
}
