package io.github.dratestkit.features;

import static io.cucumber.junit.platform.engine.Constants.FILTER_TAGS_PROPERTY_NAME;
import static io.cucumber.junit.platform.engine.Constants.GLUE_PROPERTY_NAME;

import org.junit.platform.suite.api.ConfigurationParameter;
import org.junit.platform.suite.api.IncludeEngines;
import org.junit.platform.suite.api.SelectClasspathResource;
import org.junit.platform.suite.api.Suite;

/** Every specification, on the testkit's own server. */
@Suite
@IncludeEngines("cucumber")
@SelectClasspathResource("features")
@ConfigurationParameter(
    key = GLUE_PROPERTY_NAME,
    value = "io.github.dratestkit.features.steps,io.github.dratestkit.features.suite")
@ConfigurationParameter(key = FILTER_TAGS_PROPERTY_NAME, value = "not @own-hardware")
class SpecificationsTest {}
