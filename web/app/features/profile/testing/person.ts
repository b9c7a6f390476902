export const person = {
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f7534',
  firstName: 'Ann',
  lastName: 'Lee',
  phoneNumber: '0412 345 678',
  address: {
    street: '1 Gum Street',
    city: 'Ballarat',
    state: 'Victoria',
    zipCode: '3350',
    country: 'Australia',
  },
  picture: null,
  email: 'ann@example.com',
  username: 'ann',
  role: 'User' as const,
  status: 'active' as const,
  isActive: true,
}
