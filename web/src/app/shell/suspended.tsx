/** In the place of everything else, while the operator has suspended the account or the project. */

import { visible } from '@fairlead/protocol/view/visible'
import { Ban } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/feedback.tsx'

export default function Suspended(props: { of: 'account' | 'project'; reason: string }) {
	const { of, reason } = props
	const navigate = useNavigate()
	return (
		<main className="flex flex-1 items-center justify-center">
			<Empty
				icon={<Ban />}
				page
				title={of === 'account' ? 'Your account is suspended' : 'This project is suspended'}
				action={
					<Button onClick={() => navigate(of === 'account' ? '/settings' : '/')}>
						{of === 'account' ? 'Your sessions and data' : 'All projects'}
					</Button>
				}
			>
				{reason !== '' && <span className="block">Reason: {visible(reason)}</span>}
				Nothing was deleted. Ask the operator of this server.
			</Empty>
		</main>
	)
}
