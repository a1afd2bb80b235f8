/** The project's notes for agents: files at the root of the linked folder. */
import { PROJECT_CONTEXT, type ProjectNote } from '@fairlead/protocol/projects/project-context'
import { FileError } from '../files/file-error.ts'
import { resolveInside } from '../files/jail.ts'
import { readBeginning } from './read-beginning.ts'

/** The first file of each row that exists is read: many projects have the same notes under both names. */
const NOTES: readonly (readonly string[])[] = [['FAIRLEAD.md'], ['AGENTS.md', 'CLAUDE.md']]
/** A character takes at most four bytes of UTF-8. */
const READ_BYTES = 4 * PROJECT_CONTEXT.noteChars

/** @param folder real path of the linked folder */
export async function projectNotes(folder: string): Promise<ProjectNote[]> {
	const found = await Promise.all(NOTES.map((names) => firstNote(folder, names)))
	return found.filter((note) => note !== null)
}

async function firstNote(folder: string, names: readonly string[]): Promise<ProjectNote | null> {
	for (const name of names) {
		const note = await noteAt(folder, name)
		if (note) return note
	}
	return null
}

async function noteAt(folder: string, path: string): Promise<ProjectNote | null> {
	try {
		const file = await readBeginning(resolveInside(folder, path, 'read'), READ_BYTES)
		const text = file.text.slice(0, PROJECT_CONTEXT.noteChars)
		if (text.trim() === '') return null
		return { path, text, bytes: file.bytes, cut: !file.whole || text.length < file.text.length }
	} catch (error) {
		if (error instanceof FileError && error.code === 'not_found') return null
		return { path, text: '', bytes: 0, cut: false, problem: sentenceOf(error) }
	}
}

/** Errors of the file system name paths of the computer. */
export const sentenceOf = (error: unknown): string =>
	error instanceof FileError ? error.message : 'The file could not be read.'
