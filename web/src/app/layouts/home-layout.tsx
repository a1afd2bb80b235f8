/** The frame of pages outside a project: the list of projects, and a person's own pages. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { meQuery } from '../../data/api/queries.ts'
import { ThemeMenu } from '../../features/theme/theme-menu.tsx'
import { Link } from '../../ui/link.tsx'
import { Mark } from '../../ui/mark.tsx'
import { AccountMenu } from '../shell/account-menu.tsx'

const FeedLost = lazy(() => import('../../features/needs-you/feed-lost.tsx'))

const HomeDialogs = lazy(() => import('../home-dialogs.tsx'))
const TrialSignIn = lazy(() => import('../shell/trial-sign-in.tsx'))
const Suspended = lazy(() => import('../shell/suspended.tsx'))

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
				{me?.role === 'trial' && (
					<Suspense fallback={null}>
						<TrialSignIn />
					</Suspense>
				)}
				<AccountMenu />
			</header>
			<Suspense fallback={null}>
				<FeedLost className="mx-auto mt-4 w-[calc(100%-32px)] max-w-3xl" />
			</Suspense>
			<Suspense fallback={null}>
				{reason === undefined || pathname === '/settings' ? (
					<Outlet />
				) : (
					<Suspended of="account" reason={reason} />
				)}
			</Suspense>
			<Suspense fallback={null}>{reason === undefined && <HomeDialogs />}</Suspense>
		</div>
	)
}
