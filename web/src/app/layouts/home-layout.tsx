/** The frame of pages outside a project: the list of projects, and a person's own pages. */
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { meQuery } from '../../data/api/queries.ts'
import { ThemeMenu } from '../../features/theme/theme-menu.tsx'
import { Link } from '../../ui/link.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { PartBoundary } from '../../ui/loading/part-boundary.tsx'
import { Mark } from '../../ui/mark.tsx'
import { AccountMenu } from '../shell/account-menu.tsx'

const FeedLost = lazyPart(() => import('../../features/needs-you/feed-lost.tsx'))

const HomeDialogs = lazyPart(() => import('../home-dialogs.tsx'))
const TrialSignIn = lazyPart(() => import('../shell/trial-sign-in.tsx'))
const Suspended = lazyPart(() => import('../shell/suspended.tsx'), {
	what: 'This page',
	className: 'm-4',
})

export default function HomeLayout() {
	const me = useQuery(meQuery).data
	const reason = me?.suspended
	const { pathname } = useLocation()
	return (
		<div className="flex min-h-dvh flex-col">
			<header className="flex h-12 items-center gap-2 border-b border-edge px-4">
				<Link to="/" className="flex items-center gap-2 rounded-md font-medium">
					<Mark /> Fairlead
				</Link>
				<div className="flex-1" />
				<ThemeMenu />
				{me?.role === 'trial' && <TrialSignIn />}
				<AccountMenu />
			</header>
			<FeedLost className="mx-auto mt-4 w-[calc(100%-32px)] max-w-3xl" />
			{reason === undefined || pathname === '/settings' ? (
				<PartBoundary what="This page" className="m-4" resetKey={pathname}>
					<Suspense fallback={null}>
						<Outlet />
					</Suspense>
				</PartBoundary>
			) : (
				<Suspended of="account" reason={reason} />
			)}
			{reason === undefined && <HomeDialogs />}
		</div>
	)
}
