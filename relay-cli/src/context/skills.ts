/** Skills in a linked folder: folders with a `SKILL.md`. */
import { opendir } from 'node:fs/promises'
import { PROJECT_CONTEXT, type SkillLine } from '@fairlead/protocol/projects/project-context'
import type { SkillText } from '@fairlead/protocol/projects/skill-text'
import { SkillName } from '@fairlead/protocol/projects/skills'
import * as z from 'zod'
import { FileError } from '../files/file-error.ts'
import { resolveInside } from '../files/jail.ts'
import { parseSkill } from './front-matter.ts'
import { sentenceOf } from './project-notes.ts'
import { readBeginning } from './read-beginning.ts'

/** If two skills have the same name, the first one counts. */
const PLACES = ['.fairlead/skills', '.agents/skills', '.claude/skills'] as const
/** Folders looked at in each place. */
const MAX_FOLDERS = 200
/** The list needs only the front matter. */
const FRONT_BYTES = 8 * 1024
/** A `SKILL.md` as `load_skill` reads it; agentskills.io recommends less than 20 KB. */
const WHOLE_BYTES = 64 * 1024

export interface Skill extends SkillText {
	/** Its folder, relative to the linked folder. */
	readonly path: string
	/** True if the instructions are only the beginning. */
	readonly cut: boolean
}

export interface SkillList {
	readonly skills: SkillLine[]
	/** Sentences. */
	readonly problems: string[]
}

/** @param folder real path of the linked folder */
export async function listSkills(folder: string): Promise<SkillList> {
	const skills = new Map<string, SkillLine>()
	const problems: string[] = []
	for (const place of PLACES) {
		for (const name of await foldersIn(folder, place)) {
			const read = await readSkill(folder, `${place}/${name}`, name, FRONT_BYTES)
			if (read === null || skills.has(name)) continue
			if ('broken' in read) {
				problems.push(`${place}/${name}/SKILL.md ${read.broken}.`.slice(0, 500))
				continue
			}
			const description = read.description.slice(0, PROJECT_CONTEXT.descriptionChars)
			skills.set(name, { name, description })
		}
	}
	const all = [...skills.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
	if (all.length > PROJECT_CONTEXT.skills)
		problems.push(
			`The project has ${all.length} skills; only the first ${PROJECT_CONTEXT.skills} are offered.`,
		)
	return {
		skills: all.slice(0, PROJECT_CONTEXT.skills),
		problems: problems.slice(0, PROJECT_CONTEXT.problems),
	}
}

/** @throws {FileError} `not_found`, or `unsupported` for a `SKILL.md` that breaks a rule. */
export async function findSkill(folder: string, name: string): Promise<Skill> {
	if (z.safeParse(SkillName, name).success) {
		for (const place of PLACES) {
			const read = await readSkill(folder, `${place}/${name}`, name, WHOLE_BYTES)
			if (read === null) continue
			if (!('broken' in read)) return read
			throw new FileError('unsupported', `${place}/${name}/SKILL.md ${read.broken}.`, {
				hint: 'Tell the user, who can correct it.',
			})
		}
	}
	const names = (await listSkills(folder)).skills.map((skill) => skill.name)
	throw new FileError('not_found', `The project has no skill "${name}".`, {
		hint: names.length > 0 ? `It has ${names.join(', ')}.` : 'It has no skills.',
	})
}

/** Returns null if there is no such skill. */
async function readSkill(
	folder: string,
	path: string,
	name: string,
	maxBytes: number,
): Promise<Skill | { readonly broken: string } | null> {
	try {
		const file = await readBeginning(resolveInside(folder, `${path}/SKILL.md`, 'read'), maxBytes)
		const parsed = await parseSkill(file.text, name)
		return 'broken' in parsed ? parsed : { ...parsed, path, cut: !file.whole }
	} catch (error) {
		if (error instanceof FileError && error.code === 'not_found') return null
		return { broken: `cannot be read: ${sentenceOf(error).replace(/\.$/, '')}` }
	}
}

/** Names of the folders in a place, in order; none if the place does not exist, or leads out of the project. */
async function foldersIn(folder: string, place: string): Promise<string[]> {
	try {
		const { real, exists } = resolveInside(folder, place, 'read')
		if (!exists) return []
		const names: string[] = []
		for await (const entry of await opendir(real)) {
			if (entry.isDirectory() || entry.isSymbolicLink()) names.push(entry.name)
			if (names.length >= MAX_FOLDERS) break
		}
		return names.sort()
	} catch {
		return []
	}
}
