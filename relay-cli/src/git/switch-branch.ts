/** Switches branches, and says which scenes an editor may still show as they were. */
import type { ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import { FileError } from '../files/file-error.ts'
import { refuseLosingSecrets } from './commit-checks.ts'
import { git, type Repository } from './git-process.ts'
import { refuseFilters, refuseForeign } from './open-repository.ts'

/** The note lists at most this many. */
const MAX_SCENES = 10

export async function switchTo(
	repository: Repository,
	{ name, create }: ToolArgs<'git', 'switch'>,
): Promise<ToolResult<'git', 'switch'>> {
	refuseFilters(repository)
	await refuseForeign(repository)
	if (repository.top !== null)
		throw new FileError(
			'outside_project',
			`The repository begins above the project (${repository.top}): a switch would change files outside of it.`,
			{ hint: 'Use run_command with git switch: the user is then asked.' },
		)
	if (!create) await refuseUnknownBranch(repository, name)
	if (!create) await refuseLosingSecrets(repository, name)
	const before = create ? null : await headOf(repository)
	const how = create ? ['--create', name] : ['--no-guess', name]
	// Without --quiet, it looks for changes in submodules, with their own settings.
	await git(repository, ['switch', '--quiet', '--no-recurse-submodules', ...how])
	const scenes = before === null ? [] : await scenesChangedSince(repository, before)
	return {
		...(scenes.length === 0 ? {} : { note: openScenes(scenes) }),
		branch: name,
		created: create,
	}
}

async function refuseUnknownBranch(repository: Repository, name: string): Promise<void> {
	const ref = ['rev-parse', '--verify', '--quiet', `refs/heads/${name}`]
	if ((await git(repository, ref, [0, 1, 128])).trim() !== '') return
	throw new FileError('not_found', `There is no branch ${name}. Nothing was switched.`, {
		hint: 'Give create: true for a new one; the action "branches" lists those there are.',
	})
}

/** Returns null before the first commit. */
async function headOf(repository: Repository): Promise<string | null> {
	const printed = await git(repository, ['rev-parse', '--verify', '--quiet', 'HEAD'], [0, 1, 128])
	return printed.trim() || null
}

async function scenesChangedSince(repository: Repository, commit: string): Promise<string[]> {
	const printed = await git(repository, ['diff-tree', '-r', '-z', '--name-only', commit, 'HEAD'])
	return printed.split('\0').filter((path) => path.endsWith('.unity'))
}

/** An editor keeps the scene that it has open, whatever becomes of its file. */
function openScenes(paths: readonly string[]): string {
	const more = paths.length > MAX_SCENES ? ` and ${paths.length - MAX_SCENES} more` : ''
	return `Scenes that differ between the branches: ${paths.slice(0, MAX_SCENES).join(', ')}${more}. An editor that has one open still shows the other branch's: open it anew with unity_scene, before a save writes over this branch's.`
}
