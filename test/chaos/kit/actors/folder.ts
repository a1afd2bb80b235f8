/** The Unity project's folder and the relay's home: on a real disk, because the relay's own code works on them. */
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Call } from '@fairlead/protocol/wire/calls'
import { type Script, SHARED_FILE } from '../script.ts'

/** Content by path, relative to the project, without `.meta` files. */
export type Files = ReadonlyMap<string, string>

/** A change by a call of the agent, with the state before. */
export interface AgentChange {
	readonly callId: string
	readonly path: string
	readonly before: string | null
}

/** The folder of this process, which contains the worlds. */
const parts = { folder: '', count: 0 }

function newFolder(): string {
	if (parts.folder === '') {
		parts.folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-chaos-')))
		process.on('exit', () => rmSync(parts.folder, { recursive: true, force: true }))
	}
	return join(parts.folder, String(++parts.count))
}

export class ProjectFolder {
	/** The Unity project's folder. */
	readonly project: string
	/** The relay's home. */
	readonly home: string
	readonly changes: AgentChange[] = []
	/** Paths that the user changed last. */
	readonly byHand = new Set<string>()
	/** Paths where the agent had left nothing. */
	readonly #madeByHand = new Set<string>()
	readonly #root = newFolder()
	#edits = 0

	/** With everything that the script's calls need. */
	constructor(script: Script) {
		this.project = join(this.#root, 'chaos')
		this.home = join(this.#root, 'home')
		mkdirSync(join(this.project, 'Assets'), { recursive: true })
		mkdirSync(this.home)
		this.#put(SHARED_FILE, 'class Shared {}')
		for (const { name, input } of script.turns.flatMap((t) => t.steps.flatMap((s) => s.calls))) {
			if (name !== 'unity_asset') continue
			const path = String(input['path'])
			this.#put(path, `material ${path}`)
			this.#put(`${path}.meta`, `guid of ${path}`)
		}
	}

	/** The relay's `write_file`. */
	write(callId: string, path: string, content: string): void {
		this.#changed(callId, path)
		this.#put(path, content)
	}

	/** `unity_asset` in the editor; a missing file is not an error. */
	changeAsset({ callId, params }: Call): void {
		const path = String(params['path'])
		if (this.#read(path) === null) return
		this.#changed(callId, path)
		if (params['action'] === 'delete') {
			for (const one of [path, `${path}.meta`]) rmSync(this.#at(one), { force: true })
			return
		}
		const to = String(params['new_path'])
		this.#changed(callId, to)
		renameSync(this.#at(path), this.#at(to))
		if (existsSync(this.#at(`${path}.meta`)))
			renameSync(this.#at(`${path}.meta`), this.#at(`${to}.meta`))
	}

	/** The user saves something else in its place. */
	editByHand(path: string): void {
		if (this.#read(path) === null) this.#madeByHand.add(path)
		this.#put(path, `// by hand ${++this.#edits}`)
		this.byHand.add(path)
	}

	deleteByHand(path: string): void {
		if (this.#read(path) === null) return
		rmSync(this.#at(path))
		// Created by the user and deleted again: as the agent had left it.
		if (this.#madeByHand.has(path)) this.byHand.delete(path)
		else this.byHand.add(path)
	}

	files(): Files {
		const found = new Map<string, string>()
		for (const entry of readdirSync(this.project, { recursive: true, withFileTypes: true })) {
			if (!entry.isFile() || entry.name.endsWith('.meta')) continue
			const path = join(entry.parentPath, entry.name)
			const shown = path.slice(this.project.length + 1).replaceAll('\\', '/')
			found.set(shown, readFileSync(path, 'utf8'))
		}
		return found
	}

	remove(): void {
		rmSync(this.#root, { recursive: true, force: true })
	}

	#changed(callId: string, path: string): void {
		this.changes.push({ callId, path, before: this.#read(path) })
		this.byHand.delete(path)
		this.#madeByHand.delete(path)
	}

	#at(path: string): string {
		return join(this.project, ...path.split('/'))
	}

	#put(path: string, content: string): void {
		mkdirSync(dirname(this.#at(path)), { recursive: true })
		writeFileSync(this.#at(path), content)
	}

	#read(path: string): string | null {
		return existsSync(this.#at(path)) ? readFileSync(this.#at(path), 'utf8') : null
	}
}
