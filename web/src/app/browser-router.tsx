import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'

const history = createBrowserHistory({ v5Compat: true })

/** The address of the browser as the router's. Not react-router's own, whose file also brings its forms and links. */
export function BrowserRouter(props: { children: ReactNode }) {
	const [state, setState] = useState({ action: history.action, location: history.location })
	useLayoutEffect(() => history.listen((next) => startTransition(() => setState(next))), [])
	return (
		<Router location={state.location} navigationType={state.action} navigator={history}>
			{props.children}
		</Router>
	)
}
