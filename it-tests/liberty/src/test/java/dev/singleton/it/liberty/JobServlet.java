package dev.singleton.it.liberty;

import dev.singleton.Proxy;
import dev.singleton.Singleton;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** A servlet, which is no bean, with a handle. */
@WebServlet("/servlet/*")
public class JobServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    @Singleton("job-scheduler")
    transient Proxy<JobCommand> scheduler;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) {
        scheduler.tell(new JobCommand.Schedule(request.getPathInfo().substring(1)));
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }
}
