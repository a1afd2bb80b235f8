/** Starting the editor of a project. */
import { spawn } from 'node:child_process'
import { LastWords } from '../logs/last-words.ts'
import { UserError } from '../platform/user-error.ts'
import { compareVersions, installedEditors } from './find/hub.ts'
import { folderKind, missingFolderText, projectVersion } from './find/project-folder.ts'
import { type Machine, pathsOf } from './machine.ts'
import { openState, runningEditors } from './open-state.ts'
import { isSamePath } from './processes.ts'

/** A `unity open` that cannot do it says so at once; one that still runs then starts the editor. */
const UNITY_COMMAND_MS = 10_000
/** Installed versions that a message names. */
const MAX_NAMED = 8

export class OpenError extends UserError {}

/** How an editor is started. `editor`: the program itself · `unity-command`: Unity's own command line. */
export type StartPlan =
	| {
			readonly by: 'editor'
			readonly version: string
			readonly program: string
			readonly args: readonly string[]
	  }
	| { readonly by: 'unity-command'; readonly program: string; readonly args: readonly string[] }

/**
 * How to open the project.
 * @param connected folders whose editor is connected to the relay: a simulated one is not a process of Unity
 * @throws {OpenError} if it is not a project, is open, or its editor is not installed.
 */
export async function planStart(
	machine: Machine,
	project: string,
	connected: readonly string[] = [],
): Promise<StartPlan> {
	switch (await folderKind(machine, project)) {
		case 'project':
			break
		case 'missing':
			throw new OpenError(await missingFolderText(machine, project))
		case 'not-a-project':
			throw new OpenError(
				`${project} is not a Unity project: it has no Assets or no ProjectSettings folder.`,
			)
	}
	if (connected.some((folder) => isSamePath(folder, project, machine.platform)))
		throw new OpenError(
			`An editor that is connected to the relay has ${project} open. Nothing was started.`,
		)
	const open = await openState(machine, project, await runningEditors(machine))
	if (open.kind === 'open')
		throw new OpenError(
			open.batch
				? `Unity is working on ${project} without a window (process ${open.pid}): a build or a test run. Wait until it has ended.`
				: `${project} is already open in Unity${open.pid === null ? '' : ` (process ${open.pid})`}. Nothing was started.`,
		)
	if (open.kind === 'unclear')
		throw new OpenError(
			`${project} may already be open: it has the file Temp/UnityLockfile, and it cannot be told whose it is. If it is not open, delete that file. Nothing was started.`,
		)
	const version = await projectVersion(machine, project)
	const command = await unityCommand(machine)
	if (command !== null) return { by: 'unity-command', program: command, args: ['open', project] }
	if (version === null)
		throw new OpenError(
			`${project} does not say its version of Unity: ProjectSettings/ProjectVersion.txt is missing or cannot be read. Open it once from Unity Hub.`,
		)
	const { editors } = await installedEditors(machine)
	const editor = editors.find((one) => one.version === version)
	if (editor)
		return { by: 'editor', version, program: editor.path, args: ['-projectPath', project] }
	throw new OpenError(
		`${project} needs Unity ${version}, which is not installed. ${installedWords(editors.map((one) => one.version))} Install it in Unity Hub (Installs → Install Editor).`,
	)
}

function installedWords(versions: readonly string[]): string {
	const all = [...new Set(versions)].sort((a, b) => compareVersions(b, a))
	if (all.length === 0) return 'No editor was found on this computer.'
	const more = all.length - MAX_NAMED
	return `Installed: ${all.slice(0, MAX_NAMED).join(', ')}${more > 0 ? `, and ${more} more` : ''}.`
}

/** Belongs to Ubuntu's desktop and has the same name. */
const NOT_UNITY: ReadonlySet<string> = new Set(['/usr/bin/unity', '/bin/unity'])

/** Holds the path of Unity's command line, or `off` to leave it alone. */
const CHOSEN = 'FAIRLEAD_UNITY_CLI'
const OFF = 'off'

/** Unity's command line; null if it is not installed, or switched off. */
export async function unityCommand(machine: Machine): Promise<string | null> {
	const { platform, env } = machine
	const { join, delimiter, isAbsolute } = pathsOf(platform)
	const chosen = env(CHOSEN)
	if (chosen === OFF) return null
	if (chosen) return isAbsolute(chosen) && (await machine.isFile(chosen)) ? chosen : null
	const paths = (env('PATH') ?? env('Path') ?? '')
		.split(delimiter)
		.filter((folder) => isAbsolute(folder))
		.map((folder) => join(folder, platform === 'win32' ? 'unity.exe' : 'unity'))
	if (platform === 'darwin') paths.push('/Applications/Unity Hub.app/Contents/Resources/cli/unity')
	// Unity's installer puts it here; PATH may be older than that.
	paths.push(join(machine.home, '.unity', 'bin', platform === 'win32' ? 'unity.exe' : 'unity'))
	for (const path of paths)
		if (!(platform === 'linux' && NOT_UNITY.has(path)) && (await machine.isFile(path))) return path
	return null
}

export interface Started {
	/** null if Unity's command starts the editor itself. */
	readonly pid: number | null
}

/** The system's part of starting: tests put another in its place. */
export type Start = (plan: StartPlan) => Promise<Started>

/** The editor lives on by itself, without the terminal and the environment's secrets. */
export const startEditor: Start = async (plan) => {
	const env = Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !OUR_SECRET.test(name)),
	)
	return plan.by === 'editor' ? startProgram(plan, env) : runUnityCommand(plan, env)
}

const OUR_SECRET = /^FAIRLEAD_.*(TOKEN|SECRET|KEY)/i

function startProgram({ program, args }: StartPlan, env: NodeJS.ProcessEnv): Promise<Started> {
	return new Promise((resolve, reject) => {
		const child = spawn(program, args, { detached: true, stdio: 'ignore', env })
		child.once('error', (error) =>
			reject(new OpenError(`${program} could not be started: ${error.message}.`)),
		)
		child.once('spawn', () => {
			child.unref()
			resolve({ pid: child.pid ?? null })
		})
	})
}

/** @param waitMs how long it may take to say that it cannot. Exported for its test. */
export function runUnityCommand(
	{ program, args }: StartPlan,
	env: NodeJS.ProcessEnv,
	waitMs = UNITY_COMMAND_MS,
): Promise<Started> {
	return new Promise((resolve, reject) => {
		const child = spawn(program, args, {
			detached: true,
			stdio: ['ignore', 'ignore', 'pipe'],
			env,
			windowsHide: true,
		})
		const said = new LastWords(MAX_SAID_CHARS)
		child.stderr?.setEncoding('utf8').on('data', (text: string) => said.add(text))
		const finish = (error: OpenError | null): void => {
			clearTimeout(timer)
			child.unref()
			child.stderr?.destroy()
			if (error) reject(error)
			else resolve({ pid: null })
		}
		// It may stay as long as the editor does.
		const timer = setTimeout(() => finish(null), waitMs)
		child.once('error', (error) =>
			finish(new OpenError(`${program} could not be started: ${error.message}.`)),
		)
		child.once('exit', (code, signal) => {
			const how = signal === null ? `exit code ${code}` : `ended by ${signal}`
			const why = said.text === '' ? '' : `: ${said.text.replace(/\.$/, '')}`
			finish(
				code === 0
					? null
					: new OpenError(`"unity open" failed (${how})${why}. Open the project from Unity Hub.`),
			)
		})
	})
}

const MAX_SAID_CHARS = 600
