/** A project in memory, which ends with the process. */
import { baseName, folderOf } from '../engine/paths.ts'
import type { FileInfo, ProjectFiles } from '../engine/project-files.ts'

type Entry = { readonly text: string | null; readonly changedMs: number }

export class MemoryFiles implements ProjectFiles {
	readonly root: string
	readonly #now: () => number
	/** Entries by path; a folder has no text. */
	readonly #entries = new Map<string, Entry>()

	constructor(texts: Readonly<Record<string, string>>, root = '/Project', now = Date.now) {
		this.root = root
		this.#now = now
		for (const [path, text] of Object.entries(texts)) this.writeText(path, text)
	}

	info(path: string): FileInfo | null {
		const entry = this.#entries.get(path)
		if (entry === undefined) return null
		const { text, changedMs } = entry
		return text === null
			? { kind: 'folder', sizeBytes: 0, changedMs }
			: { kind: 'file', sizeBytes: new TextEncoder().encode(text).length, changedMs }
	}

	readText(path: string): string {
		const text = this.#entries.get(path)?.text
		if (text === undefined || text === null) throw new Error(`There is no file "${path}".`)
		return text
	}

	list(folder: string): readonly string[] {
		if (this.#entries.get(folder)?.text !== null) throw new Error(`There is no folder "${folder}".`)
		return [...this.#entries.keys()]
			.filter((path) => folderOf(path) === folder)
			.map((path) => baseName(path))
			.sort()
	}

	writeText(path: string, text: string): void {
		this.makeFolder(folderOf(path))
		this.#entries.set(path, { text, changedMs: this.#now() })
	}

	makeFolder(path: string): void {
		if (path === '.' || this.#entries.has(path)) return
		this.makeFolder(folderOf(path))
		this.#entries.set(path, { text: null, changedMs: this.#now() })
	}

	move(from: string, to: string): void {
		this.copy(from, to, () => true)
		this.remove(from)
	}

	copy(from: string, to: string, takes: (name: string) => boolean): void {
		if (!this.#entries.has(from)) throw new Error(`There is nothing at "${from}".`)
		this.makeFolder(folderOf(to))
		for (const [path, entry] of [...this.#entries]) {
			if (path !== from && !path.startsWith(`${from}/`)) continue
			if (
				path
					.slice(from.length)
					.split('/')
					.every((name) => name === '' || takes(name))
			)
				this.#entries.set(to + path.slice(from.length), entry)
		}
	}

	remove(path: string): void {
		for (const key of [...this.#entries.keys()])
			if (key === path || key.startsWith(`${path}/`)) this.#entries.delete(key)
	}

	isInside(): boolean {
		return true
	}
}
