/** Sounds, wherever in the project the person is, when an agent begins to wait. Shows nothing. */
import type { AgentList } from '@fairlead/protocol/agents/agents'
import { useEffect, useRef } from 'react'
import type { AgentFolder } from '../folders/known-folders.ts'
import { beganToWait } from '../list.ts'
import { useAgentFolders, useAgents } from '../use-agents.ts'
import { chimeOnce } from './chime.ts'

export default function Chimes() {
	const folders = useAgentFolders()
	return folders?.map((folder) => <Ear key={folder.seat.editorKey} folder={folder} />)
}

function Ear({ folder }: { folder: AgentFolder }) {
	const agents = useAgents(folder)
	const before = useRef<AgentList | null>(null)
	const list = agents.kind === 'read' ? agents.list : null
	useEffect(() => {
		if (!list) return
		// Those that wait already when the page opens are no news.
		const began = before.current ? beganToWait(before.current, list) : []
		before.current = list
		for (const { agentId, since } of began)
			chimeOnce(`${folder.seat.editorKey} ${agentId} ${since}`)
	}, [list, folder.seat.editorKey])
	return null
}
