/** `fairlead projects`: the Unity projects on this computer. */
import type { Command } from 'commander'
import type { ProjectList, UnityProject } from '../../unity/find/projects.ts'
import { paint, table } from '../terminal.ts'

export function projectsCommand(program: Command): void {
	program
		.command('projects')
		.description('list the Unity projects on this computer, and what each still needs')
		.argument('[roots...]', 'folders to look below, besides the list of Unity Hub')
		.option('--json', 'print JSON')
		.action(projects)
}

async function projects(roots: string[], options: { readonly json?: true }): Promise<void> {
	const [{ givenPath }, { thisMachine }, { listProjects }, { readLinks }, running] =
		await Promise.all([
			import('../pairing/given-folder.ts'),
			import('../../unity/this-machine.ts'),
			import('../../unity/find/projects.ts'),
			import('../../home/links.ts'),
			import('../running/running-relay.ts'),
		])
	const links = await readLinks()
	const list = await listProjects(thisMachine(), {
		roots: roots.map(givenPath),
		known: Object.keys(links),
		connected: await running.connectedHere(),
	})
	const linked = (path: string): string | null => links[path]?.projectId ?? null
	if (options.json) {
		const shown = list.projects.map((one) => ({ ...one, linkedTo: linked(one.path) }))
		process.stdout.write(`${JSON.stringify({ ...list, projects: shown }, null, 2)}\n`)
		return
	}
	process.stdout.write(render(list, linked))
	for (const problem of list.problems)
		process.stderr.write(`${paint('yellow', problem, process.stderr)}\n`)
}

/** The table for people. `linked`: the id of the cloud project of a folder. */
export function render(list: ProjectList, linked: (path: string) => string | null): string {
	if (list.projects.length === 0)
		return 'No Unity projects were found. Open one in Unity Hub, or specify folders to look below: "npm run fairlead -- projects ~/work".\n'
	const rows = list.projects.map((one) => [
		one.name,
		`${one.version ?? 'unknown'}${one.version !== null && one.editor === null ? ' (not installed)' : ''}`,
		packageWord(one),
		openWord(one),
		linked(one.path) ?? 'no',
		one.path,
	])
	const [head = '', ...lines] = table([
		['PROJECT', 'UNITY', 'PACKAGE', 'OPEN', 'LINKED', 'FOLDER'],
		...rows,
	]).split('\n')
	return `${[paint('bold', head), ...lines].join('\n')}\n`
}

function packageWord({ folder, package: state }: UnityProject): string {
	if (folder !== 'project') return '-'
	switch (state.kind) {
		case 'absent':
			return 'no'
		case 'listed':
			return 'yes'
		case 'embedded':
			return 'embedded'
		case 'unknown':
			return 'no manifest'
		default:
			return state satisfies never
	}
}

function openWord({ folder, open }: UnityProject): string {
	if (folder === 'missing') return 'folder is gone'
	if (folder === 'not-a-project') return 'not a project'
	switch (open.kind) {
		case 'open':
			return open.batch ? 'without a window' : 'yes'
		case 'closed':
			return open.staleLock ? 'no (did not end properly)' : 'no'
		case 'unclear':
			return 'unclear'
		default:
			return open satisfies never
	}
}
