import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { meQuery } from '../../data/api/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'

/** The way from a trial to an account; nothing for people who have one. */
export function TrialSignIn() {
	const me = useQuery(meQuery)
	const { pathname } = useLocation()
	if (me.data?.role !== 'trial') return null
	return (
		<Link
			to={`/sign-in?to=${encodeURIComponent(pathname)}`}
			title="You are on trial. Signing in keeps your work."
			className={buttonClass('plain', 'mx-1')}
		>
			Sign in
		</Link>
	)
}
