package io.supertokens.pluginInterface.multitenancy;

public class AppIdentifier {
    public Object getAsPublicTenantIdentifier() {
        return null;
    }
}
