/** The tool `load_skill`. */
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { LOADED_SKILL, type ToolArgs, type ToolResult } from '@fairlead/protocol/tools'
import { outcomeOfError } from '../files/file-error.ts'
import { resolveInside } from '../files/jail.ts'
import type { RelayTool } from '../platform/relay-tool.ts'
import { findSkill } from './skills.ts'

const MAX_DEPTH = 3

export const loadSkillTool: RelayTool = async (args, { folder }) => {
	try {
		const result = await loadSkill(folder, args as ToolArgs<'load_skill', 'run'>)
		return { status: 'ok', result }
	} catch (error) {
		return outcomeOfError(error)
	}
}

export async function loadSkill(
	folder: string,
	{ name }: ToolArgs<'load_skill', 'run'>,
): Promise<ToolResult<'load_skill', 'run'>> {
	const skill = await findSkill(folder, name)
	const instructions = skill.instructions.slice(0, LOADED_SKILL.chars)
	const cut = skill.cut || instructions.length < skill.instructions.length
	return {
		...(cut ? { note: `Cut. read_file ${skill.path}/SKILL.md returns all of it.` } : {}),
		name,
		path: skill.path,
		instructions,
		files: await filesIn(folder, skill.path),
	}
}

/** The skill's other files, relative to the linked folder. Links are left out. */
async function filesIn(folder: string, path: string): Promise<string[]> {
	const files: string[] = []
	let level = [path]
	for (let depth = 1; depth <= MAX_DEPTH && level.length > 0; depth++) {
		const next: string[] = []
		for (const parent of level) {
			for await (const entry of await opendir(resolveInside(folder, parent, 'read').real)) {
				if (files.length >= LOADED_SKILL.files) return files.sort()
				const shown = join(parent, entry.name).replaceAll('\\', '/')
				if (entry.isDirectory()) next.push(shown)
				else if (entry.isFile() && shown !== `${path}/SKILL.md`) files.push(shown)
			}
		}
		level = next
	}
	return files.sort()
}
