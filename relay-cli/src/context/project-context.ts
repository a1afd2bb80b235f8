/** Answers `project.context`. */
import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import { ContextRequests, type ProjectContext } from '@fairlead/protocol/projects/project-context'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import type { EditorPort } from '../editors/editor-port.ts'
import { RpcRefusal } from '../rpc/rpc-peer.ts'
import { editorFacts } from './editor-facts.ts'
import { projectNotes } from './project-notes.ts'
import { listSkills } from './skills.ts'

export interface ContextPorts {
	/** The seats of the room that asks. */
	seats(): readonly EditorSeat[]
	portOf(editorKey: string): EditorPort | null
}

/** @throws {RpcRefusal} for a folder that is not linked to the project. */
export async function projectContext(
	{ seats, portOf }: ContextPorts,
	params: unknown,
): Promise<ProjectContext> {
	const request = ContextRequests['project.context'].params.safeParse(params)
	if (!request.success) throw new RpcRefusal(RPC_ERROR.invalidParams, 'This request is not valid.')
	const { editorKey, rootsTold } = request.data
	const seat = seats().find((one) => one.editorKey === editorKey)
	if (!seat) throw new RpcRefusal(RPC_ERROR.forbidden, 'This folder is not linked to this project.')
	const { projectPath } = seat
	const [notes, { skills, problems }, editor] = await Promise.all([
		projectNotes(projectPath),
		listSkills(projectPath),
		editorFacts(seat, portOf(editorKey), rootsTold),
	])
	return { notes, skills, problems, editor }
}
