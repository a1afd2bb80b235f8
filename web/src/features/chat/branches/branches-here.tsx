/** The branches that were made at a message. */
import { useQuery } from '@tanstack/react-query'
import { GitBranch } from 'lucide-react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { conversationPath, keptSearch } from '../../../data/address.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { branchesQuery } from './branches.ts'

export function BranchesHere(props: { conversationId: string; messageId: string }) {
	const { conversationId, messageId } = props
	const { projectId = '' } = useParams()
	const navigate = useNavigate()
	const { search } = useLocation()
	const all = useQuery(branchesQuery(conversationId)).data ?? []
	const here = all.filter((branch) => branch.messageId === messageId)
	if (here.length === 0) return null
	return (
		<Menu
			trigger={
				<button type="button" className={buttonClass('quiet', 'tabular !px-2 text-cap')}>
					<GitBranch /> {here.length === 1 ? '1 branch' : `${here.length} branches`}
				</button>
			}
		>
			{here.map((branch) => (
				<MenuItem
					key={branch.id}
					onSelect={() => navigate(conversationPath(projectId, branch.id) + keptSearch(search))}
				>
					{branch.title}
				</MenuItem>
			))}
		</Menu>
	)
}
