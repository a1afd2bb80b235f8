/** Actions of a project's pages that lead to other pages. Loaded after the page: only menus and the palette offer them. */
import { Cpu, Gauge, ShieldCheck } from 'lucide-react'
import { useMemo } from 'react'
import { useMatch, useNavigate, useParams } from 'react-router'
import { useActions } from '../actions/use-actions.ts'
import { conversationSettingsPath, settingsPath } from '../data/address.ts'
import { useMayEdit } from '../data/person/use-role.ts'
import { ownPageActions, projectPageActions } from './general-actions.ts'

export default function ProjectActions() {
	const { projectId = '' } = useParams()
	const navigate = useNavigate()
	const mayEdit = useMayEdit()
	const shown = useMatch('/p/:projectId/c/:conversationId')?.params.conversationId ?? null
	useActions(
		useMemo(
			() => [
				{
					id: 'rules.grants',
					title: 'Always allowed',
					icon: ShieldCheck,
					run: () => navigate(settingsPath(projectId, 'always-allowed')),
				},
				{
					id: 'rules.limits',
					title: 'Run limits',
					icon: Gauge,
					run: () => navigate(settingsPath(projectId, 'limits')),
				},
				...projectPageActions(navigate, projectId, mayEdit),
				{
					id: 'settings.conversation',
					title: 'Model and limits of a conversation',
					icon: Cpu,
					run: () => navigate(conversationSettingsPath(projectId, shown)),
				},
				...ownPageActions(navigate),
			],
			[navigate, projectId, mayEdit, shown],
		),
	)
	return null
}
