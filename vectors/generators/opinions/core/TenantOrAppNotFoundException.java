package io.supertokens.pluginInterface.multitenancy.exceptions;

public class TenantOrAppNotFoundException extends Exception {}
