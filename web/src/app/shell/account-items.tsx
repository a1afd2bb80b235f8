/** The items of the account's menu: the person's own pages, and signing out. */
import { visible } from '@fairlead/protocol/view/visible'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bot, ChartColumn, LogOut, Settings } from 'lucide-react'
import { useNavigate } from 'react-router'
import { apiDone } from '../../data/api/client.ts'
import { meQuery } from '../../data/api/queries.ts'
import { toastError } from '../../data/api/toast-error.ts'
import { MenuItem } from '../../ui/overlays/menu.tsx'

export default function AccountItems() {
	const me = useQuery(meQuery)
	const onTrial = me.data?.role === 'trial'
	const client = useQueryClient()
	const navigate = useNavigate()
	const signOut = useMutation({
		mutationFn: (path: '/api/auth/sign-out' | '/api/auth/sign-out-everywhere') =>
			apiDone(path, { method: 'POST' }),
		onSuccess: () => {
			client.clear()
			navigate('/sign-in')
		},
		onError: toastError,
	})
	return (
		<>
			{me.data && (
				<p className="px-2.5 py-1.5 text-cap text-faint">
					{onTrial ? 'On trial, without an account' : `Signed in as ${visible(me.data.name)}`}
				</p>
			)}
			<MenuItem icon={<Settings />} onSelect={() => navigate('/settings')}>
				Settings
			</MenuItem>
			<MenuItem icon={<Bot />} onSelect={() => navigate('/agents')}>
				Agents
			</MenuItem>
			<MenuItem icon={<ChartColumn />} onSelect={() => navigate('/usage')}>
				Usage
			</MenuItem>
			{/* Nothing would lead back to a trial. */}
			{!onTrial && (
				<>
					<MenuItem icon={<LogOut />} onSelect={() => signOut.mutate('/api/auth/sign-out')}>
						Sign out
					</MenuItem>
					<MenuItem
						icon={<LogOut />}
						onSelect={() => signOut.mutate('/api/auth/sign-out-everywhere')}
					>
						Sign out everywhere
					</MenuItem>
				</>
			)}
		</>
	)
}
