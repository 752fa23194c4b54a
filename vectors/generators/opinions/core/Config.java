package io.supertokens.config;

import io.supertokens.Main;
import io.supertokens.pluginInterface.multitenancy.exceptions.TenantOrAppNotFoundException;

public class Config {
    public static CoreConfig getConfig(Object tenant, Main main) throws TenantOrAppNotFoundException {
        return new CoreConfig();
    }
}
