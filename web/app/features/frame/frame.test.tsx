import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { makeQueryClient } from '#platform/api/query-client.ts'
import { endSession, readSession } from '#platform/session/session.ts'
import { fake, serveFakes } from '#testing/fake-api.tsx'
import { signInAs } from '#testing/render.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { RouteEffects } from '#ui/layout/route-effects.ts'
import { ToastPlace } from '#ui/feedback/toast-region.tsx'
import AdminLayout from './admin-layout.tsx'
import ProtectedLayout from './protected-layout.tsx'
import PublicLayout from './public-layout.tsx'

function Where() {
  const { pathname, search, state } = useLocation()
  return (
    <>
      <p>{`at ${pathname}${search}`}</p>
      <p>{JSON.stringify(state)}</p>
    </>
  )
}

const screens = [
  { element: <PublicLayout />, children: [{ path: '/' }, { path: '/lodgement' }, { path: '/register' }] },
  { element: <ProtectedLayout />, children: [{ path: '/dashboard' }, { path: '/categories/:id' }] },
  { element: <AdminLayout />, children: [{ path: '/admin-dashboard' }] },
  { children: [{ path: '/login' }] },
].map(({ children, ...group }) => ({
  ...group,
  children: children.map(({ path }) => ({
    path,
    element: (
      <>
        <RouteEffects />
        <PageHeading>{path}</PageHeading>
        <Where />
      </>
    ),
  })),
}))

function open(address: string) {
  const router = createMemoryRouter(screens, { initialEntries: ['/', address] })
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <RouterProvider router={router} />
      <ToastPlace />
    </QueryClientProvider>,
  )
  return { router, user: userEvent.setup() }
}

// Who it is comes later than every screen: nothing is closed before it is known.
beforeEach(() => serveFakes(fake(authEndpoints.loggedUser, () => new Promise(() => undefined))))

describe('the guard', () => {
  test('sends visitors to log in, replacing history, says so, and knows where they wanted to go', async () => {
    const { router } = open('/categories/7?page=2')
    expect(await screen.findByText('at /login?returnTo=%2Fcategories%2F7%3Fpage%3D2')).toBeTruthy()
    expect(await screen.findByText('Please log in to continue.')).toBeTruthy()
    await act(() => router.navigate(-1))
    expect(await screen.findByText('at /')).toBeTruthy()
  })

  test('lets people in who are signed in', () => {
    signInAs('User')
    open('/dashboard')
    expect(screen.getByText('at /dashboard')).toBeTruthy()
  })

  test('closes the screen when the session ends elsewhere', async () => {
    signInAs('User')
    open('/dashboard')
    act(endSession)
    expect(await screen.findByText('at /login?returnTo=%2Fdashboard')).toBeTruthy()
  })

  test('lets whoever leaves on purpose go where that leads, and forgets it with the next session', async () => {
    signInAs('User')
    const { router } = open('/dashboard')
    act(() => endSession('/register'))
    expect(await screen.findByText('at /register')).toBeTruthy()
    expect(screen.queryByText('Please log in to continue.')).toBeNull()
    await act(() => router.navigate('/dashboard'))
    expect(await screen.findByText('at /login?returnTo=%2Fdashboard')).toBeTruthy()
  })

  test("sends a User from the administrators' screens to their own", async () => {
    signInAs('User')
    open('/admin-dashboard')
    expect(await screen.findByText('at /dashboard')).toBeTruthy()
  })

  test('lets an Admin in', () => {
    signInAs('Admin')
    open('/admin-dashboard')
    expect(screen.getByText('at /admin-dashboard')).toBeTruthy()
  })
})

test('logging out forgets the session and leads to the login, without a way back', async () => {
  signInAs('User')
  const { user } = open('/dashboard')
  await user.click(screen.getByRole('button', { name: 'Log out' }))
  expect(await screen.findByText('at /login')).toBeTruthy()
  expect(readSession()).toBeUndefined()
})

test('the sidebar lists the screens in their order', () => {
  signInAs('User')
  open('/dashboard')
  const [side] = screen.getAllByRole('navigation', { name: 'Main' })
  expect([...side!.querySelectorAll('a, button')].map(({ textContent }) => textContent)).toEqual([
    'Dashboard',
    'Scan',
    'Upload',
    'Category',
    'Payment History',
    'Profile',
    'Log out',
  ])
})

test('on a phone the menu leads to the plan as well', async () => {
  signInAs('User')
  const { user } = open('/dashboard')
  await user.click(screen.getByRole('button', { name: 'More' }))
  const plan = await screen.findByRole('menuitem', { name: 'Manage Subscription' })
  expect(plan.getAttribute('href')).toBe('/upgrade')
})

describe('a change of screen', () => {
  const scrollTo = vi.fn<(x: number, y: number) => void>()
  beforeEach(() => {
    scrollTo.mockClear()
    vi.stubGlobal('scrollTo', scrollTo)
  })

  test('starts at the top and puts the focus on the heading', async () => {
    signInAs('User')
    const { router } = open('/dashboard')
    scrollTo.mockClear()
    await act(() => router.navigate('/categories/7'))
    expect(scrollTo).toHaveBeenCalledWith(0, 0)
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: '/categories/:id' }))
  })

  test('from another screen, a section of the landing page is passed along', async () => {
    const { user } = open('/lodgement')
    await user.click(screen.getAllByRole('link', { name: 'How it works' })[0]!)
    expect(await screen.findByText('at /')).toBeTruthy()
    expect(screen.getByText('{"section":"how-it-works"}')).toBeTruthy()
  })
})

test.each([
  ['/', 'Home'],
  ['/lodgement', 'Deductions'],
])('on %s the active item is %s', (address, item) => {
  open(address)
  expect(screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent)).toContain(
    item,
  )
})

test('the email typed in the footer goes nowhere; Sign Up leads to /register', async () => {
  const { user } = open('/')
  await user.type(screen.getByLabelText('Your email'), 'ann@example.com')
  await user.click(screen.getByRole('button', { name: 'Sign Up' }))
  expect(await screen.findByText('at /register')).toBeTruthy()
  expect(screen.getByText('null')).toBeTruthy()
})
