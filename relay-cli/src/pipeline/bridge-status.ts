/** The answer of `unity status`: which editors Unity's bridge reaches. Pure. */
import * as z from 'zod'
import { normalisePath, realFolder } from '../editors/project-key.ts'
import type { ShellFrame } from './shell-frames.ts'

/** unreachable: its heartbeat is old: a domain reload, a dialog, or a crash. */
const BridgeState = z.enum(['starting', 'ready', 'unreachable'])
export type BridgeState = z.infer<typeof BridgeState>

const Instance = z.object({
	/** Folder of the project, as Unity writes it. */
	project: z.string().min(1).max(4_096),
	/** A state that this relay does not know is one that takes no calls. */
	state: BridgeState.catch('starting'),
	version: z.string().max(64).catch(''),
	pid: z.coerce.number().int().nonnegative().catch(0),
	/** Present while the editor is in play mode. */
	frameCount: z.number().nullish().catch(null),
})
export type BridgeInstance = z.infer<typeof Instance>

/** Errors that say why the list is empty. Anything else is no answer to the question. */
const EMPTY = /^STATUS_/

/** Null if the answer does not say. */
export function instancesIn({ envelope }: ShellFrame): readonly BridgeInstance[] | null {
	const { data } = envelope
	const listed = Array.isArray(data) ? data : (data as { instances?: unknown } | null)?.instances
	if (Array.isArray(listed))
		return listed.flatMap((one) => {
			const instance = Instance.safeParse(one)
			return instance.success ? [instance.data] : []
		})
	return envelope.errors.some(({ code }) => EMPTY.test(code ?? '')) ? [] : null
}

const ORDER: readonly BridgeState[] = ['ready', 'starting', 'unreachable']

/** The editor that has this real folder open; of several records, the one that is most alive. */
export async function instanceFor(
	folder: string,
	instances: readonly BridgeInstance[],
): Promise<BridgeInstance | null> {
	const wanted = normalisePath(folder)
	const folders = await Promise.all(instances.map(({ project }) => realFolder(project)))
	const here = instances.filter((_, i) => normalisePath(folders[i] ?? '') === wanted)
	return here.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))[0] ?? null
}
