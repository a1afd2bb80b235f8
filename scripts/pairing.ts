/** Links the demo folder to a project, through the relay's own file of links. */
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { Project } from '@fairlead/protocol/http'
import { realFolder } from '../relay-cli/src/editors/project-key.ts'
import { addLink, readLinks } from '../relay-cli/src/links.ts'
import type { Owner } from './owner.ts'

export interface Pairing {
	readonly owner: Owner
	readonly project: Project
	/** `FAIRLEAD_HOME` of the relay. */
	readonly home: string
	readonly folder: string
	/** The Worker's current address; the port may differ from the last start. */
	readonly origin: string
}

/** Keeps the relay's token over restarts; mints one if there is none for this project. */
export async function pairFolder(pairing: Pairing): Promise<void> {
	const { owner, project, home, origin } = pairing
	await mkdir(pairing.folder, { recursive: true })
	const folder = await realFolder(pairing.folder)
	const known = (await readLinks(home))[folder]
	if (known?.projectId === project.id && known.server === origin) return
	const token =
		known?.projectId === project.id
			? known.token
			: (await owner.relayToken(project, hostname().slice(0, 100) || 'this machine')).token
	await addLink(folder, { server: origin, projectId: project.id, token }, home)
}
