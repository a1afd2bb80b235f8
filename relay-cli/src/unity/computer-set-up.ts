/** Acts of the project's page on this computer: list its Unity projects, link one, install the package, open it. */
import {
	COMPUTER_LIMITS,
	type ComputerMethod,
	ComputerRequests,
	type ListedUnityProject,
	type SetUpDone,
	type SetUpRequest,
	type UnityProjectList,
} from '@fairlead/protocol/computers/computer-set-up'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { type Links, type ProjectLink, roomKey } from '../home/links.ts'
import { UserError } from '../platform/user-error.ts'
import { RpcRefusal } from '../rpc/rpc-peer.ts'
import { listProjects, type UnityProject } from './find/projects.ts'
import type { Machine } from './machine.ts'
import { type Installed, installPackage, type ManifestFile } from './package/install-package.ts'
import { pathKey } from './processes.ts'
import type { SetUpPolicy } from './set-up-policy.ts'
import { planStart, type Start, unityCommand } from './start-editor.ts'

/** A starting editor takes this long until it shows as one, at most. */
const STARTING_MS = 30_000

export interface ComputerSetUpPorts {
	readonly policy: SetUpPolicy
	readonly machine: Machine
	readonly manifests: ManifestFile
	readonly start: Start
	/** The package that is installed, as a manifest has it. */
	packageSource(): Promise<string>
	links(): Promise<Links>
	addLink(folder: string, link: ProjectLink): Promise<void>
	/** Whether this project was paired with by a code. */
	isPaired(link: ProjectLink): Promise<boolean>
	editorKeyOf(folder: string): string
	/** The folders of the editors that are connected now. */
	connected(): readonly string[]
	now(): number
}

export class ComputerSetUp {
	readonly #ports: ComputerSetUpPorts
	/** The folders that were listed, by id: no other can be named. */
	#listed = new Map<string, string>()
	/** When an editor was started, by folder. */
	readonly #started = new Map<string, number>()
	/** One step at a time: two buttons pressed at once start one editor. */
	#turn: Promise<unknown> = Promise.resolve()

	constructor(ports: ComputerSetUpPorts) {
		this.#ports = ports
	}

	/**
	 * Serves a request of this link's room.
	 * @throws {RpcRefusal} with a message for people
	 */
	async serve(link: ProjectLink, method: ComputerMethod, params: unknown): Promise<unknown> {
		try {
			await this.#requireAllowed(link)
			switch (method) {
				case 'computer.projects':
					return await this.#inTurn(() => this.#list(link))
				case 'computer.setUp': {
					const request = ComputerRequests[method].params.safeParse(params)
					if (!request.success)
						throw new RpcRefusal(RPC_ERROR.invalidParams, 'This request is not valid.')
					return await this.#inTurn(() => this.#setUp(link, request.data))
				}
				default:
					return method satisfies never
			}
		} catch (error) {
			if (!(error instanceof UserError)) throw error
			const message = error.message.slice(0, COMPUTER_LIMITS.textChars)
			throw new RpcRefusal(RPC_ERROR.forbidden, message)
		}
	}

	#inTurn<T>(work: () => Promise<T>): Promise<T> {
		const mine = this.#turn.then(work)
		this.#turn = mine.catch(() => undefined)
		return mine
	}

	async #requireAllowed(link: ProjectLink): Promise<void> {
		const { policy } = this.#ports
		if (policy === 'always') return
		if (policy === 'never')
			throw new UserError(
				'The relay on this computer was started with "--setup never", so nothing can be set up from here.',
			)
		if (!(await this.#ports.isPaired(link)))
			throw new UserError(
				'This computer was linked with a token, not paired by a code, so it is set up only from its own terminal: "npm run fairlead -- projects". To allow it from here, run "npm run fairlead -- login" there.',
			)
	}

	async #list(link: ProjectLink): Promise<UnityProjectList> {
		const { machine } = this.#ports
		const links = await this.#ports.links()
		const [found, command] = await Promise.all([
			listProjects(machine, {
				known: Object.keys(links),
				connected: this.#ports.connected(),
			}),
			unityCommand(machine),
		])
		this.#listed = new Map(found.projects.map(({ id, path }) => [id, path]))
		// Folders that are gone cannot be set up, so they come last.
		const sorted = [...found.projects].sort(
			(a, b) => Number(a.folder !== 'project') - Number(b.folder !== 'project'),
		)
		const cut = <T>(list: readonly T[], max: number): T[] => list.slice(0, max)
		const problems = [...found.problems]
		if (sorted.length > COMPUTER_LIMITS.projects)
			problems.unshift(`${sorted.length - COMPUTER_LIMITS.projects} more projects are not shown.`)
		return {
			projects: cut(sorted, COMPUTER_LIMITS.projects).map((one) =>
				this.#shown(one, link, links, command !== null),
			),
			editors: cut([...new Set(found.editors.map(({ version }) => version))], 100),
			problems: cut(problems, COMPUTER_LIMITS.problems).map((text) =>
				text.slice(0, COMPUTER_LIMITS.textChars),
			),
		}
	}

	#shown(
		project: UnityProject,
		link: ProjectLink,
		links: Links,
		hasCommand: boolean,
	): ListedUnityProject {
		const { id, name, path, version, editor, folder, open } = project
		const linked = this.#linkOf(path, links)
		const startedAt = this.#started.get(path) ?? Number.NEGATIVE_INFINITY
		const starting = this.#ports.now() - startedAt < STARTING_MS
		return {
			id,
			name: name.slice(0, 255),
			path: path.slice(0, 4_096),
			version: version?.slice(0, 64) ?? null,
			canOpen: editor !== null || hasCommand,
			folder: folder === 'not-a-project' ? 'other' : folder,
			package: PACKAGE_WORDS[project.package.kind],
			open: starting && open.kind === 'closed' ? 'open' : open.kind,
			lastOpened: project.lastOpened === null ? null : Math.max(0, Math.trunc(project.lastOpened)),
			linked: linked === null ? 'no' : roomKey(linked) === roomKey(link) ? 'here' : 'other',
			editorKey: this.#ports.editorKeyOf(path),
		}
	}

	#linkOf(folder: string, links: Links): ProjectLink | null {
		const { platform } = this.#ports.machine
		const key = pathKey(folder, platform)
		const found = Object.entries(links).find(([known]) => pathKey(known, platform) === key)
		return found?.[1] ?? null
	}

	async #setUp(link: ProjectLink, { unityProjectId, step }: SetUpRequest): Promise<SetUpDone> {
		// After a restart nothing was listed yet.
		if (!this.#listed.has(unityProjectId)) await this.#list(link)
		const folder = this.#listed.get(unityProjectId)
		if (folder === undefined)
			throw new UserError(
				'This computer lists no such Unity project any longer. Read the list again.',
			)
		const said = await this.#step(link, folder, step)
		const { projects } = await this.#list(link)
		const project = projects.find(({ id }) => id === unityProjectId)
		if (!project) throw new UserError(`${said} The project is no longer listed.`)
		return { project, said: said.slice(0, COMPUTER_LIMITS.textChars) }
	}

	/** Returns a sentence. */
	async #step(link: ProjectLink, folder: string, step: SetUpRequest['step']): Promise<string> {
		const { machine, manifests, start, now } = this.#ports
		switch (step) {
			case 'link': {
				const before = this.#linkOf(folder, await this.#ports.links())
				if (before !== null && roomKey(before) !== roomKey(link))
					throw new UserError(
						'This folder is linked to another project. Run "npm run fairlead -- unlink" with it on that computer first.',
					)
				if (before === null) await this.#ports.addLink(folder, link)
				return before === null ? 'The folder is linked.' : 'The folder was linked already.'
			}
			case 'install': {
				const source = await this.#ports.packageSource()
				const done = await installPackage(machine, manifests, folder, { source, chosen: false })
				return INSTALLED_WORDS[done.kind]
			}
			case 'open': {
				const startedAt = this.#started.get(folder) ?? Number.NEGATIVE_INFINITY
				if (now() - startedAt < STARTING_MS) return 'Unity is starting already.'
				const plan = await planStart(machine, folder, this.#ports.connected())
				await start(plan)
				this.#started.set(folder, now())
				return plan.by === 'editor' ? `Unity ${plan.version} is starting.` : 'Unity is starting.'
			}
			default:
				return step satisfies never
		}
	}
}

const PACKAGE_WORDS = {
	listed: 'installed',
	embedded: 'installed',
	absent: 'absent',
	unknown: 'unknown',
} as const satisfies Record<UnityProject['package']['kind'], ListedUnityProject['package']>

const INSTALLED_WORDS: Readonly<Record<Installed['kind'], string>> = {
	installed: 'The package is installed.',
	replaced: 'The package is installed.',
	already: 'The package was installed already.',
	embedded: 'The package was installed already.',
}
