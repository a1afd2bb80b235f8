/** `fairlead agents`: whether people of a project see the sessions of Claude Code in a linked folder. */
import { Argument, type Command } from 'commander'
import type { InstalledHooks } from '../agents/hooks/settings-file.ts'
import type { ProjectLink } from '../home/links.ts'
import { acpCommands, acpList } from './acp-agents.ts'
import { CommandError, table } from './terminal.ts'

export function agentsCommand(program: Command): void {
	const agents = program
		.command('agents')
		.description('show the sessions of Claude Code in a linked folder to its project')
		.addArgument(new Argument('[state]', 'leave it out to see the state').choices(['on', 'off']))
		.argument('[folder]', 'a linked folder; default: the current folder')
		.option(
			'--answers',
			'with on: let people of the project give permissions that sessions ask for',
		)
		.option(
			'--terminals',
			'with on: let people of the project start agents and shells here, and type into them',
		)
		.addHelpText(
			'after',
			'\nOff at first, for each linked folder. On: owners and editors of its project see, on the project page, the\nsessions of Claude Code that run in the folder and below it, also those that were started before: what each\nwas asked, what it does, its tokens and cost, and its whole transcript. Text that looks like a secret is hidden.\nViewers, approvers and visitors of share links see nothing. With --answers, what sessions ask for is stored in a\nconversation of the project, which all its members can read. With --terminals, everybody who types can do on\nthis computer all that you can. An option is added to those that are on; off ends all.',
		)
		.action(agentsOf)
	acpCommands(agents)
	const hooks = agents
		.command('hooks')
		.description('let Claude Code tell the relay at once when a session waits or ends')
	hooks
		.command('install')
		.description('add our hooks to the settings of Claude Code')
		.action(() => changeHooks('install'))
	hooks
		.command('remove')
		.description('take our hooks out of the settings of Claude Code')
		.action(() => changeHooks('remove'))
	// Run by Claude Code. Usually past this parser: see entry.ts.
	agents
		.command('hook', { hidden: true })
		.option('--home <folder>')
		.action(async ({ home }: { home?: string }) => {
			const { postHook } = await import('../agents/hooks/post-hook.ts')
			await postHook(home)
		})
}

async function agentsOf(
	state: 'on' | 'off' | undefined,
	folder = '.',
	{ answers = false, terminals = false }: { answers?: boolean; terminals?: boolean } = {},
): Promise<void> {
	const [{ homeInUse }, { readLinks }, { changeSettings, readSettings }, paths, { givenFolder }] =
		await Promise.all([
			import('./running/home-in-use.ts'),
			import('../home/links.ts'),
			import('../home/settings.ts'),
			import('../home/project-key.ts'),
			import('./pairing/given-folder.ts'),
		])
	const { home } = await homeInUse()
	const links = await readLinks(home)
	const { agentFolders, agentAnswers, agentTerminals, acpAgents } = await readSettings(home)
	const isSame = (a: string, b: string) => paths.normalisePath(a) === paths.normalisePath(b)
	const isIn = (folders: string[], one: string) => folders.some((other) => isSame(other, one))
	if (state === undefined) {
		await list(links, (one) => {
			if (!isIn(agentFolders, one)) return 'off'
			return [
				'on',
				...(isIn(agentAnswers, one) ? ['answers'] : []),
				...(isIn(agentTerminals, one) ? ['terminals'] : []),
			].join(', ')
		})
		process.stdout.write(acpList(acpAgents))
		return
	}
	const real = await givenFolder(folder)
	const without = (folders: string[]) => folders.filter((one) => !isSame(one, real))
	const others = {
		agentFolders: without(agentFolders),
		agentAnswers: without(agentAnswers),
		agentTerminals: without(agentTerminals),
	}
	if (state === 'off') {
		const on = [...agentFolders, ...agentAnswers, ...agentTerminals]
		if (!isIn(on, real)) throw new CommandError(notOn(real, agentFolders))
		await changeSettings(home, others)
		process.stdout.write(
			`Off: nobody sees the sessions of Claude Code in ${real}. A running relay ends the terminals that were started from the page there.\n`,
		)
		return
	}
	const link = Object.entries(links).find(([one]) => isSame(one, real))?.[1]
	if (!link)
		throw new CommandError(
			`${real} is not linked to a project. Specify the folder of one that is: "npm run fairlead -- agents on <folder>". To link one first: "npm run fairlead -- link <folder>".`,
		)
	const wasOn = isIn(agentFolders, real)
	const hadAnswers = wasOn && isIn(agentAnswers, real)
	const hadTerminals = wasOn && isIn(agentTerminals, real)
	const hasAnswers = answers || hadAnswers
	const hasTerminals = terminals || hadTerminals
	if (wasOn && hasAnswers === hadAnswers && hasTerminals === hadTerminals)
		process.stdout.write('Nothing was changed. All of this is on already.\n')
	else
		await changeSettings(home, {
			agentFolders: [...others.agentFolders, real],
			agentAnswers: [...others.agentAnswers, ...(hasAnswers ? [real] : [])],
			agentTerminals: [...others.agentTerminals, ...(hasTerminals ? [real] : [])],
		})
	process.stdout.write(
		`On: owners and editors of the project ${pageOf(link)} see the sessions of Claude Code in ${real} and below it: what each was asked, what it does, and its whole transcript. Text that looks like a secret is hidden. A running relay shows them within seconds.\n`,
	)
	if (hasAnswers)
		process.stdout.write(
			'Owners, editors and approvers may also give the permissions that these sessions ask for, such as to run a command. The prompt in the terminal stays: the first answer counts. The question (the command or the difference, with secrets hidden) is stored in a conversation of the project, which all its members can read, viewers too.\n',
		)
	if (hasTerminals)
		process.stdout.write(
			`Owners and editors may also start Claude Code in ${real} and type into its terminal; owners may start shells. Everybody who types can do on this computer all that you can.\n`,
		)
	const { hooks, file } = await hooksState()
	if (hooks !== 'here')
		process.stdout.write(
			`${hooks === 'elsewhere' ? `Hooks in ${file} tell another relay than this one. ` : ''}Without hooks, a permission that a session asks for is only guessed from silence${hasAnswers ? ', and nobody can answer it on the page' : ''}. To add them:\n  npm run fairlead -- agents hooks install\n`,
		)
	process.stdout.write(`To end all that is on:\n  ${offCommand(real)}\n`)
}

const offCommand = (folder: string): string =>
	`npm run fairlead -- agents off ${JSON.stringify(folder)}`

/** Sessions below a folder that is on are shown as well: "off" must not be said of them. */
const notOn = (folder: string, on: readonly string[]): string =>
	on.length === 0
		? `Nothing was changed: sessions are shown of no folder.`
		: `Nothing was changed: ${folder} is not a folder of which sessions are shown. To end it for one that is:\n${on.map((one) => `  ${offCommand(one)}`).join('\n')}`

const pageOf = ({ server, projectId }: ProjectLink): string => `${server}/p/${projectId}`

async function list(
	links: Readonly<Record<string, ProjectLink>>,
	stateOf: (folder: string) => string,
): Promise<void> {
	const rows = Object.entries(links).map(([folder, link]) => [
		stateOf(folder),
		folder,
		pageOf(link),
	])
	process.stdout.write(
		rows.length === 0
			? 'No folder is linked. To link one: "npm run fairlead -- link <folder>".\n'
			: `${table([['AGENTS', 'FOLDER', 'PROJECT'], ...rows])}\n`,
	)
	const { hooks, file } = await hooksState()
	const said = {
		none: `Hooks are not installed in ${file}. To add them: "npm run fairlead -- agents hooks install".`,
		here: `Hooks are installed in ${file}.`,
		elsewhere: `Hooks in ${file} tell another relay than this one. To change them: "npm run fairlead -- agents hooks install".`,
	}
	process.stdout.write(`${said[hooks]}\n`)
}

async function hooksState(): Promise<{ hooks: InstalledHooks; file: string }> {
	const { installedHooks, hooksFile } = await import('../agents/hooks/settings-file.ts')
	const file = hooksFile()
	const hooks = await installedHooks(file, await ownHookCommand()).catch(() => 'none' as const)
	return { file, hooks }
}

/** The hook's command as `hooks install` would write it from this shell. */
async function ownHookCommand(): Promise<string> {
	const [{ hookCommand }, { homeInUse }] = await Promise.all([
		import('../agents/hooks/hook-command.ts'),
		import('./running/home-in-use.ts'),
	])
	const { home, ofStart } = await homeInUse()
	// Claude Code runs them without the variables of this shell.
	return hookCommand(ofStart || process.env['FAIRLEAD_HOME'] ? home : null)
}

async function changeHooks(what: 'install' | 'remove'): Promise<void> {
	const { changeHooksIn, hooksFile } = await import('../agents/hooks/settings-file.ts')
	const file = hooksFile()
	const done = await changeHooksIn(file, what === 'install' ? await ownHookCommand() : null)
	const said = {
		added: `Hooks were added to ${file}. Sessions that run now use them after their next start.`,
		changed: `Hooks were changed in ${file}. Sessions that run now use them after their next start.`,
		removed: `Hooks were removed from ${file}.`,
		unchanged:
			what === 'install'
				? `Hooks are already in ${file}.`
				: `Hooks are not in ${file}: nothing to remove.`,
	}
	process.stdout.write(`${said[done]}\n`)
}
