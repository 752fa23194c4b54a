USE [Shop]
GO
INSERT [dbo].[AspNetUsers] ([Id], [UserName], [NormalizedUserName], [Email], [NormalizedEmail], [EmailConfirmed], [PasswordHash], [SecurityStamp], [ConcurrencyStamp], [PhoneNumber], [PhoneNumberConfirmed], [TwoFactorEnabled], [LockoutEnd], [LockoutEnabled], [AccessFailedCount]) VALUES (N'u-1', N'ada@example.com', N'ADA@EXAMPLE.COM', N'ada@example.com', N'ADA@EXAMPLE.COM', 1, N'AQAAAAIAAAPoAAAAEAABAgMEBQYHCAkKCwwNDg9OjEVSLnLd+mtlFb9XoK6lHa4gNh+7LmuWwX1ngTrjyQ==', N'STAMP', N'c', N'+15555550100', 1, 1, NULL, 1, 0)
GO
INSERT [dbo].[AspNetUsers] ([Id], [UserName], [NormalizedUserName], [Email], [NormalizedEmail], [EmailConfirmed], [PasswordHash], [SecurityStamp], [ConcurrencyStamp], [PhoneNumber], [PhoneNumberConfirmed], [TwoFactorEnabled], [LockoutEnd], [LockoutEnabled], [AccessFailedCount]) VALUES (N'u-2', N'bob', N'BOB', N'bob@example.com', N'BOB@EXAMPLE.COM', 0, NULL, N'STAMP', N'c', NULL, 0, 0, CAST(N'9999-12-31T23:59:59.9999999+00:00' AS DateTimeOffset), 1, 0)
GO
INSERT [dbo].[AspNetUsers] ([Id], [UserName], [NormalizedUserName], [Email], [NormalizedEmail], [EmailConfirmed], [PasswordHash], [SecurityStamp], [ConcurrencyStamp], [PhoneNumber], [PhoneNumberConfirmed], [TwoFactorEnabled], [LockoutEnd], [LockoutEnabled], [AccessFailedCount]) VALUES (N'u-3', N'cem', N'CEM', N'cem@example.com', N'CEM@EXAMPLE.COM', 0, NULL, N'STAMP', N'c', N'0151', 0, 0, NULL, 1, 0)
GO
INSERT [dbo].[AspNetUserLogins] ([LoginProvider], [ProviderKey], [ProviderDisplayName], [UserId]) VALUES (N'Google', N'1081', N'Google', N'u-3')
GO
INSERT [dbo].[AspNetUserTokens] ([UserId], [LoginProvider], [Name], [Value]) VALUES (N'u-1', N'[AspNetUserStore]', N'AuthenticatorKey', N'JBSWY3DPEHPK3PXP')
GO
INSERT [dbo].[AspNetUserTokens] ([UserId], [LoginProvider], [Name], [Value]) VALUES (N'u-1', N'[AspNetUserStore]', N'RecoveryCodes', N'a;b')
GO
INSERT [dbo].[AspNetUserTokens] ([UserId], [LoginProvider], [Name], [Value]) VALUES (N'u-3', N'[AspNetUserStore]', N'AuthenticatorKey', N'JBSWY3DPEHPK3PXP')
GO
