/** A project folder on this machine's disk. */
import { randomUUID } from 'node:crypto'
import {
	cpSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import type { FileInfo, ProjectFiles } from '../engine/project-files.ts'

export class FolderFiles implements ProjectFiles {
	readonly root: string

	constructor(folder: string) {
		this.root = resolve(folder)
	}

	info(path: string): FileInfo | null {
		const stats = lstatSync(this.#at(path), { throwIfNoEntry: false })
		if (stats === undefined) return null
		const kind = stats.isSymbolicLink() ? 'link' : stats.isDirectory() ? 'folder' : 'file'
		return { kind, sizeBytes: stats.size, changedMs: stats.mtimeMs }
	}

	readText(path: string): string {
		return readFileSync(this.#at(path), 'utf8')
	}

	list(folder: string): readonly string[] {
		return readdirSync(this.#at(folder)).sort()
	}

	writeText(path: string, text: string): void {
		const file = this.#withFolder(path)
		const temporary = `${file}.${randomUUID().slice(0, 8)}.tmp`
		writeFileSync(temporary, text)
		renameSync(temporary, file)
	}

	makeFolder(path: string): void {
		mkdirSync(this.#at(path), { recursive: true })
	}

	move(from: string, to: string): void {
		renameSync(this.#at(from), this.#withFolder(to))
	}

	copy(from: string, to: string, takes: (name: string) => boolean): void {
		const filter = (source: string): boolean => takes(basename(source))
		cpSync(this.#at(from), this.#withFolder(to), { recursive: true, filter })
	}

	remove(path: string): void {
		rmSync(this.#at(path), { recursive: true, force: true })
	}

	isInside(path: string): boolean {
		let existing = this.#at(path)
		while (!existsSync(existing) && existing !== this.root) existing = dirname(existing)
		const inside = relative(realpathSync(this.root), realpathSync(existing))
		return !inside.startsWith('..') && !isAbsolute(inside)
	}

	#at(path: string): string {
		return join(this.root, ...path.split('/'))
	}

	#withFolder(path: string): string {
		const file = this.#at(path)
		mkdirSync(dirname(file), { recursive: true })
		return file
	}
}
