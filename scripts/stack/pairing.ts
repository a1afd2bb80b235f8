/** Links the demo folder to a project, through the relay's own file of links. */
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { Project } from '@fairlead/protocol/projects/project'
import { addLink, readLinks, removeLink } from '../../relay-cli/src/home/links.ts'
import { realFolder } from '../../relay-cli/src/home/project-key.ts'
import type { Owner } from './owner.ts'

export interface Pairing {
	readonly owner: Pick<Owner, 'relayToken'>
	readonly project: Project
	/** `FAIRLEAD_HOME` of the relay. */
	readonly home: string
	readonly folder: string
	/**
	 * A folder that it takes the place of: linked too, it would stay the project's target, and whatever is asked would
	 * wait for an editor that was not started.
	 */
	readonly insteadOf?: string
	/** The Worker's current address; the port may differ from the last start. */
	readonly origin: string
}

/** Keeps the relay's token over restarts; mints one if there is none for this project. */
export async function pairFolder(pairing: Pairing): Promise<void> {
	const { owner, project, home, origin } = pairing
	await mkdir(pairing.folder, { recursive: true })
	const folder = await realFolder(pairing.folder)
	const links = await readLinks(home)
	const former = pairing.insteadOf && (await realFolder(pairing.insteadOf))
	const known = links[folder] ?? (former ? links[former] : undefined)
	if (former) await removeLink(former, home)
	if (links[folder] && known?.projectId === project.id && known.server === origin) return
	const token =
		known?.projectId === project.id
			? known.token
			: (await owner.relayToken(project, hostname().slice(0, 100) || 'this machine')).token
	await addLink(folder, { server: origin, projectId: project.id, token }, home)
}
